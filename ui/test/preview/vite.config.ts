// Serves the page with an invented backend, for looking at it in a browser. Run from ui/. Not part of the product.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  clearScreen: false,
  server: { port: 1421, strictPort: true },
});
