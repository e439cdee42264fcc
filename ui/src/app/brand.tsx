// The sign of the house: half declared, half assumed, decided in the middle.
export function Brand({ size = 16 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5" />
      <path d="M16 21H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5" strokeDasharray="3.4 3.4" />
      <circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none" />
    </svg>
  );
}
