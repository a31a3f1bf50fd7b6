import { EXAMPLE_EXID, OPERATIONS, type Operation, TOKEN_PATH } from '@cardwright/contract';

/** A caller whose credentials are published: the sandbox's. */
export interface PublishedCaller {
  readonly client_id: string;
  readonly secret: string;
  readonly kind: string;
  readonly scopes: readonly string[];
}

/** Who asks for what: a pattern of method and path, with the credentials as Basic takes them. */
type Asker = readonly [pattern: string, credentials: string];

interface PageRequest {
  url: string;
  readonly method?: string;
  readonly loadSpec?: boolean;
  body?: unknown;
  headers: Record<string, string>;
}
type Bundle = (config: Record<string, unknown>) => unknown;
interface Page {
  SwaggerUIBundle: Bundle;
  readonly location: { readonly href: string };
  readonly URL: typeof URL;
  fetch(url: string, init?: object): Promise<{ json(): Promise<Record<string, never>> }>;
}

/**
 * The script of /docs in the sandbox: a request that is tried gets the access token of a published caller by itself, unless
 * somebody has signed in on the page. The EXID of the examples is made that of the sandbox's first card. A file, because the page runs no script of its own text.
 */
export function tryItScript(callers: readonly PublishedCaller[]): string {
  const known = { askers: askers(callers), tokenPath: TOKEN_PATH, exampleExid: EXAMPLE_EXID };
  return `(${signInByItself.toString()})(window, ${JSON.stringify(known)});\n`;
}

/** The bank for all that it may do; else the caller who may do the least, as an approval needs another person than a review. */
function askers(callers: readonly PublishedCaller[]): Asker[] {
  const rank = ({ kind, scopes }: PublishedCaller) => (kind === 'bank' ? 0 : scopes.length);
  const sorted = [...callers].sort((one, other) => rank(one) - rank(other));
  const credentials = (caller: PublishedCaller | undefined) =>
    caller === undefined ? undefined : Buffer.from(`${caller.client_id}:${caller.secret}`).toString('base64');
  const named = (OPERATIONS as readonly Operation[]).map((operation) => {
    const method = operation.surface === 'rest' ? operation.method : 'POST';
    const path = operation.path.replace(/\{\w+\}/g, '[^/]+');
    return [`^${method} (/V[12])?${path}$`, credentials(sorted.find(({ scopes }) => scopes.includes(operation.scope)))];
  });
  const anyEnvelope = [`^POST (/V[12]/services|${TOKEN_PATH})$`, credentials(sorted[0])];
  return [...named, anyEnvelope].filter((each): each is [string, string] => each[1] !== undefined);
}

/** Runs in the browser, alone: nothing of this file is there. */
function signInByItself(
  page: Page,
  { askers, tokenPath, exampleExid }: { askers: readonly Asker[]; tokenPath: string; exampleExid: string },
): void {
  const bundle = page.SwaggerUIBundle;
  const signIn = async (credentials: string) => {
    const answer = await page.fetch(tokenPath, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    return (await answer.json()).access_token;
  };
  const nameSandboxCard = async (request: PageRequest) => {
    const body = typeof request.body === 'string' ? request.body : '';
    if (!(request.url + body).includes(exampleExid)) return;
    const { cards } = await (await page.fetch('/sandbox/fixtures')).json();
    const { exid } = (cards as unknown as { exid: string }[])[0] ?? { exid: exampleExid };
    request.url = request.url.replaceAll(exampleExid, exid);
    if (body !== '') request.body = body.replaceAll(exampleExid, exid);
  };
  const requestInterceptor = async (request: PageRequest) => {
    if (request.loadSpec || Object.keys(request.headers).some((name) => /^authorization$/i.test(name))) return request;
    const { pathname } = new page.URL(request.url, page.location.href);
    const asked = `${(request.method ?? 'GET').toUpperCase()} ${pathname}`;
    const credentials = askers.find(([pattern]) => new RegExp(pattern).test(asked))?.[1];
    if (credentials === undefined) return request;
    const isSignIn = pathname === tokenPath;
    await nameSandboxCard(request);
    request.headers.Authorization = isSignIn ? `Basic ${credentials}` : `Bearer ${await signIn(credentials)}`;
    return request;
  };
  page.SwaggerUIBundle = Object.assign(
    (config: Record<string, unknown>) => bundle({ ...config, requestInterceptor }),
    bundle,
  );
}
