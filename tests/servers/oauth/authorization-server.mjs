// A real authorization server, oidc-provider, for one person who is signed in without being asked.
import { Provider } from "oidc-provider";

/** A client that was registered by hand. */
export const preset = { id: "preset-client", secret: "preset-client-s3cret" };

/** What the protected server asks about tokens with. */
export const introspection = { id: "protected-server", secret: "introspection-s3cret" };

export function authorizationServer(issuer, { scopes = ["mcp", "tools:read"] } = {}) {
  const settings = {
    /** Of access tokens, in seconds. */
    lifetime: 3600,
    /** Whether the person says no. */
    refuses: false,
    /** Whether clients may register themselves. */
    registers: true,
    /** Whether it is out of order. */
    away: false,
  };
  const provider = new Provider(issuer, {
    adapter: memory(),
    clients: [
      {
        client_id: preset.id,
        client_secret: preset.secret,
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
      },
      {
        client_id: introspection.id,
        client_secret: introspection.secret,
        grant_types: [],
        response_types: [],
        redirect_uris: [],
      },
    ],
    cookies: { keys: ["only for tests"] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      introspection: {
        enabled: true,
        allowedPolicy: (_, client) => client.clientId === introspection.id,
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          scope: "mcp tools:read",
          audience: resource,
          accessTokenFormat: "opaque",
        }),
        useGrantedResource: () => true,
      },
    },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    pkce: { required: () => true },
    rotateRefreshToken: true,
    scopes,
    ttl: {
      AccessToken: () => settings.lifetime,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 3600,
      Session: 3600,
    },
  });
  provider.on("server_error", (_, error) => console.error(error));

  async function answer(request, response) {
    const { pathname } = new URL(request.url, issuer);
    if (settings.away) return response.writeHead(503).end();
    if (pathname.startsWith("/interaction/")) return interact(request, response);
    if (pathname === "/reg" && !settings.registers) return response.writeHead(403).end("{}");
    return provider.callback()(request, response);
  }

  /** What a person does on the pages of the server. */
  async function interact(request, response) {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    let result;
    if (settings.refuses) {
      result = { error: "access_denied", error_description: "the person said no" };
    } else if (prompt.name === "login") {
      result = { login: { accountId: "alice" } };
    } else {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
      if (params.scope) grant.addOIDCScope(params.scope);
      if (params.resource && params.scope) grant.addResourceScope(params.resource, params.scope);
      result = { consent: { grantId: await grant.save() } };
    }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }

  /** Makes tokens invalid before their time. `kind` is AccessToken or RefreshToken. */
  async function forget(kind, tokens) {
    for (const token of tokens) await (await provider[kind].find(token))?.destroy();
  }

  return { answer, forget, settings };
}

/** The provider's own store is one for all providers of a process. */
function memory() {
  const everything = new Map();
  return class {
    constructor(kind) {
      this.kind = kind;
    }
    key(id) {
      return `${this.kind} ${id}`;
    }
    async upsert(id, payload) {
      everything.set(this.key(id), payload);
    }
    async find(id) {
      return everything.get(this.key(id));
    }
    async findByUid(uid) {
      for (const [key, payload] of everything) {
        if (key.startsWith(`${this.kind} `) && payload.uid === uid) return payload;
      }
    }
    async findByUserCode() {}
    async consume(id) {
      everything.get(this.key(id)).consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id) {
      everything.delete(this.key(id));
    }
    async revokeByGrantId(grantId) {
      for (const [key, payload] of everything) if (payload.grantId === grantId) everything.delete(key);
    }
  };
}
