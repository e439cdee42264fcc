// Client configuration for the gateway over HTTP. It contains the token on purpose: the client needs it.

export const clientConfiguration = (url: string, token: string): string =>
  `${JSON.stringify(
    { mcpServers: { hintsmith: { type: "http", url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  )}\n`;
