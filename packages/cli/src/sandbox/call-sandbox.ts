import { SandboxError } from '../output/usage-error.ts';

const TIMEOUT_MS = 60_000;

/** Calls a path that only a sandbox serves, without a token. */
export async function callSandbox<Answer>(url: string, path: string, body?: object): Promise<Answer> {
  const request =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const reason = error.cause?.code ?? error.message;
    throw new SandboxError(`failed to connect to ${url} (${reason}). To start a sandbox, run: npm start`, false);
  });
  const text = await answer.text();
  const json = parsedOf(text);
  if (answer.ok && json !== undefined) return json as Answer;
  if (answer.status === 404 || json === undefined) {
    throw new SandboxError(`${url} is not a sandbox: it does not serve ${path}`, answer.status === 404);
  }
  const { error, detail, title } = json as Record<string, unknown>;
  throw new SandboxError(`the sandbox refused the request: ${String(error ?? detail ?? title ?? answer.status)}`, true);
}

function parsedOf(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
