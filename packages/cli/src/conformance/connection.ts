import { ERRORS, type Operation } from '@cardwright/contract';
import { CredentialsError } from '../output/usage-error.ts';
import { SkippedCase } from './conformance-case.ts';
import { jsonOf, type ReceivedAnswer, type RequestSent, textIn, type WireExchange } from './exchange.ts';
import { type AnswerRead, takeAnswer } from './read-answer.ts';
import { type ConformanceTarget, PARTIES, type Party } from './target.ts';

/** Statuses of an overloaded implementation. They say nothing about the request, which is sent again after a pause. */
const BUSY = new Set([429, 503, 504]);
const MAX_PAUSES = 4;
const PAUSE_MS = 500;

/** Error codes with the same meaning, because an operator can answer every envelope with HTTP 200. */
const BUSY_CODES = new Set<string>([ERRORS.try_again_later.code, ERRORS.timed_out.code]);

/** Sends requests with tokens, and reports every exchange that belongs to an operation. */
export class Connection {
  readonly #target: ConformanceTarget;
  readonly #onExchange: (exchange: WireExchange, isRaw: boolean) => void;
  readonly #tokens = new Map<Party, Promise<string>>();

  constructor(target: ConformanceTarget, onExchange: (exchange: WireExchange, isRaw: boolean) => void) {
    this.#target = target;
    this.#onExchange = onExchange;
  }

  has(party: Party): boolean {
    return this.#target.credentials[party] !== undefined;
  }

  /** Sends as a party. Without a party, the request has no token. */
  async send(operation: Operation, request: RequestSent, party?: Party): Promise<AnswerRead> {
    const authorization = party === undefined ? {} : { authorization: `Bearer ${await this.token(party)}` };
    const whole = { ...request, headers: { accept: 'application/json', ...authorization, ...request.headers } };
    const answered = await this.#patiently(whole, operation);
    this.#onExchange({ operation, sent: whole, answered }, false);
    return takeAnswer(operation, answered);
  }

  /** Without an operation, the request is a token request. */
  async #patiently(whole: RequestSent, operation?: Operation): Promise<ReceivedAnswer> {
    for (let pauses = 0; ; pauses++) {
      const answered = await this.#target.transport(whole);
      const code = operation && takeAnswer(operation, answered).code;
      if (!BUSY.has(answered.status) && !(code !== undefined && BUSY_CODES.has(code))) return answered;
      if (pauses === MAX_PAUSES)
        throw new SkippedCase(`the implementation is overloaded: HTTP ${answered.status} for each attempt`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** pauses));
    }
  }

  /** Sends a request whose response can differ from the schema of the operation. */
  async sendRaw(operation: Operation, request: RequestSent, party: Party): Promise<ReceivedAnswer> {
    const authorization = `Bearer ${await this.token(party)}`;
    const whole = { ...request, headers: { ...request.headers, authorization } };
    const answered = await this.#patiently(whole, operation);
    this.#onExchange({ operation, sent: whole, answered }, true);
    return answered;
  }

  /** Requests a token for each client. A run whose clients are refused would test nothing and find nothing wrong. */
  async signIn(): Promise<void> {
    for (const party of PARTIES) if (this.has(party)) await this.token(party);
  }

  token(party: Party): Promise<string> {
    const cachedToken = this.#tokens.get(party) ?? this.#requestToken(party);
    this.#tokens.set(party, cachedToken);
    return cachedToken;
  }

  async #requestToken(party: Party): Promise<string> {
    const credentials = this.#target.credentials[party];
    if (credentials === undefined) throw new SkippedCase(`no client of the ${party} was specified`);
    if ('token' in credentials) return await credentials.token();
    const { clientId, clientSecret } = credentials;
    const { status, text } = await this.#patiently({
      method: 'POST',
      path: this.#target.tokenPath,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`,
      },
      body: 'grant_type=client_credentials',
    });
    const token = textIn(jsonOf(text), 'access_token');
    if (token === undefined) {
      throw new CredentialsError(
        `failed to get an access token for the client ${clientId} of the ${party}: HTTP ${status}`,
      );
    }
    return token;
  }
}
