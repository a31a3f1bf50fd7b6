import { CONSOLE_HEADER, SESSION_PATH } from '@cardwright/contract';
import type { Answer, TestServer } from '../test-server.ts';

const OWN_ORIGIN = 'http://cardwright.test';
/** The headers that a page of the server sends with a request that changes something. */
export const OWN_PAGE = { origin: OWN_ORIGIN, [CONSOLE_HEADER]: '1' };

/** A person with a session, who sends requests as a page of the server does. */
export interface DemoSession {
  readonly cookie: string;
  readonly session: Answer['json'];
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', url: string, payload?: object | string): Promise<Answer>;
}

/** Signs a person of the sandbox in. */
export async function signInDemo(server: Pick<TestServer, 'request'>, demoPerson: string): Promise<DemoSession> {
  const payload = { demo_person: demoPerson };
  const answer = await server.request({ method: 'POST', url: SESSION_PATH, headers: OWN_PAGE, payload });
  if (answer.status !== 200) throw new Error(`${demoPerson} could not sign in: ${answer.text}`);
  return signedIn(server, cookieOf(answer), answer.json);
}

function signedIn(server: Pick<TestServer, 'request'>, cookie: string, session: Answer['json']): DemoSession {
  return {
    cookie,
    session,
    send: (method, url, payload) =>
      server.request({
        method,
        url,
        headers: { cookie, ...(method !== 'GET' && OWN_PAGE) },
        ...(payload !== undefined && { payload }),
      }),
  };
}

/** Returns the cookie that an answer sets, as the browser sends it back. */
export function cookieOf(answer: Answer): string {
  const set = [answer.headers['set-cookie']].flat();
  return set.map((one) => String(one).split(';')[0]).join('; ');
}
