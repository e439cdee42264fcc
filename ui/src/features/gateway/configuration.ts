// What a client's configuration says to be served over HTTP. Holds the token: that is what it is for.

export const clientConfiguration = (url: string, token: string): string =>
  `${JSON.stringify(
    { mcpServers: { hintsmith: { type: "http", url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  )}\n`;
