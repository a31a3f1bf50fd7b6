import { CONSOLE_BACKGROUND, CONSOLE_HEADER, ERRORS, SESSION_PATH, SIGN_IN_PATH } from '@cardwright/contract';
import { CardwrightError } from '@cardwright/sdk/browser';
import type { Session, SignInChoices, SignOutResponse } from './session-data.ts';

/** Reads the session, or null if no one is signed in. */
export async function readSession(): Promise<Session | null> {
  const answer = await callPath('GET', SESSION_PATH);
  return answer.status === 401 ? null : readAnswer(answer);
}

export async function readSignInChoices(): Promise<SignInChoices> {
  return readAnswer(await callPath('GET', SIGN_IN_PATH));
}

export async function signInAsDemo(person: string): Promise<Session> {
  return readAnswer(await callPath('POST', SESSION_PATH, { body: { demo_person: person } }));
}

export async function signOut(): Promise<SignOutResponse> {
  return readAnswer(await callPath('DELETE', SESSION_PATH));
}

/** Calls a path that is not an operation, such as the sign-in. */
export async function callPath(
  method: string,
  path: string,
  { body, isBackground = false }: { body?: object; isBackground?: boolean } = {},
): Promise<Response> {
  const headers = { ...OURS, ...(isBackground && { [CONSOLE_HEADER]: CONSOLE_BACKGROUND }) };
  const requestBody = body && {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    return await fetch(path, { method, headers, redirect: 'error', ...requestBody });
  } catch {
    throw failed({ code: 'connection_failed', text: 'no connection' });
  }
}

const OURS = { [CONSOLE_HEADER]: '1', accept: 'application/json' };

/** Returns the body of an answer, and throws the error that it states. */
export async function readAnswer<T>(answer: Response): Promise<T> {
  const { status } = answer;
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  const body: Record<string, unknown> = await answer.json().catch(() => ({}));
  if (answer.ok) return body as T;
  const known = Object.values(ERRORS).find(({ code }) => code === body.error_code)?.code;
  throw failed({ code: known ?? 'answer_unreadable', text: String(body.detail ?? ''), status, requestId });
}

function failed(facts: Omit<ConstructorParameters<typeof CardwrightError>[0], 'operation'>): CardwrightError {
  return new CardwrightError({ operation: 'session', ...facts });
}
