// What calls itself an authorization server and answers whatever a test wants.
export function lyingServer(origin) {
  const settings = {
    /** Members of the metadata that differ from honest ones. */
    metadata: {},
    /** Where the metadata is. */
    location: "/.well-known/oauth-authorization-server",
    /** Where the metadata is said to be instead. */
    moved: null,
  };

  function answer(request, response) {
    const { pathname } = new URL(request.url, origin);
    const send = (status, value) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    };
    if (pathname === "/register") return send(201, { client_id: "somebody", redirect_uris: [] });
    if (pathname !== settings.location) return send(404, {});
    if (settings.moved) return response.writeHead(302, { Location: settings.moved }).end();
    return send(200, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      ...settings.metadata,
    });
  }

  return { answer, settings };
}
