import type { JsonValue } from '@cardwright/contract';
import { readPublishedExamples } from '@cardwright/server/internal/testing/requests/published-examples';
import { createHttpClient } from '../world/http-client.ts';
import { baseInputs, exampleInputs } from './base-inputs.ts';
import { bytesOf, type FuzzInput } from './fuzz-input.ts';
import { readObject } from './json-text.ts';
import { type Address, RawConnection } from './raw-connection.ts';

/** The owner of the data that a caller sees; networks see cards of every bank. */
const OWNER_OF: Readonly<Record<string, string>> = {
  'demo-bank': 'DEMO',
  'other-bank': 'OTHR',
  'watching-bank': 'FRAU',
  'demo-acquirer': 'acquirer DEMO',
  'demo-reviewer': 'acquirer DEMO',
  'demo-approver': 'acquirer DEMO',
  'other-acquirer': 'acquirer OTHER',
};
const CALLERS = [...Object.keys(OWNER_OF), 'demo-network', 'second-network', 'reading-network'];
/** A token is valid for fifteen minutes. */
const RENEWED_MS = 8 * 60_000;
const ANSWERED_WITHIN_MS = 20_000;
const TRIES = 5;
const TOKEN_TRIES = 75;
const PAUSE_MS = 100;

/** The data on the tested server: callers with tokens, and everything that the published examples created. */
export interface FuzzWorld {
  /** Requests of the examples, for two banks and two acquirers. */
  readonly bases: readonly FuzzInput[];
  /** Placeholders of everything with an id, and card numbers. */
  readonly values: readonly string[];
  /** Full card numbers, which no answer and no log line may contain. */
  readonly cardNumbers: ReadonlySet<string>;
  fill(text: string): string;
  /** Renews the tokens when they are about to expire. */
  renew(): Promise<void>;
  /** The owner of the caller whose token a request carries. */
  ownerOf(input: FuzzInput): string | undefined;
  /** The owner of an identifier. */
  ownerOfId(id: string): string | undefined;
  /** Whether this owner ever named that id, so that an answer may contain it. */
  named(owner: string, id: string): boolean;
  noteNamed(owner: string, text: string): void;
}

/** @param isSmall whether to leave out the data of another bank and another acquirer */
export async function createWorld(
  at: Address,
  { seed, isSmall = false }: { seed: number; isSmall?: boolean },
): Promise<FuzzWorld> {
  const knownValues = new Map<string, string>();
  const owners = new Map<string, string>();
  const valueNames = new Set<string>();
  const connection = new RawConnection(at);
  let fresh = seed % 1_000_000;
  const fill = (text: string) =>
    text.replace(/<([a-z-]+):([\w-]+)>/g, (placeholder, kind: string, name: string) => {
      if (kind === 'fresh') return String(++fresh).padStart(12, '7').slice(-Number(name));
      return knownValues.get(placeholder) ?? placeholder;
    });
  const send = async (input: FuzzInput) => {
    const answer = await connection.exchange(bytesOf(input, fill), ANSWERED_WITHIN_MS);
    if (answer.why !== undefined) throw new Error(`${input.method} ${input.target} was not answered: ${answer.why}`);
    return answer;
  };
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renew = async () => {
    if (performance.now() - renewedAt < RENEWED_MS) return;
    renewedAt = performance.now();
    const client = createHttpClient([`http://${at.host}:${at.port}`], { tokenTries: TOKEN_TRIES });
    for (const caller of CALLERS) {
      knownValues.set(`<token:${caller}>`, await client.token({ clientId: caller, secret: `${caller}-secret` }));
    }
  };
  await renew();
  const learned = (owner: string, value: string) => {
    if (/^[\w-]{12,}$/.test(value) && !owners.has(value)) owners.set(value, owner);
  };
  for (const example of readPublishedExamples()) {
    for (const { input, answer } of exampleInputs(example).slice(0, isSmall ? 1 : 2)) {
      const owner = OWNER_OF[callerOf(input) ?? ''];
      const response = await sendUntil(answer.status < 300 && /^merchants\./.test(input.operation), () => send(input));
      learn(knownValues, answer.body as JsonValue, response, (value) => owner !== undefined && learned(owner, value));
    }
  }
  const fixtures = await fixtureCards(send);
  for (const [index, { card_number, exid, account_number }] of fixtures.entries()) {
    knownValues
      .set(`<card:${index}>`, card_number)
      .set(`<exid:fixture-${index}>`, exid)
      .set(`<account-number:fixture-${index}>`, account_number);
  }
  connection.close();
  // Mutations use only half of the owned ids. If another owner receives one of the rest, that owner cannot have named
  // it.
  const values = [...knownValues].filter(
    ([name, value], at) => !/^<(token|webhook-secret):/.test(name) && (at % 2 === 0 || !owners.has(value)),
  );
  return {
    bases: baseInputs(),
    values: [...values.map(([name]) => name), ...HEADERS_OF_EXAMPLES, ...CALLERS],
    cardNumbers: new Set([...fixtures.map(({ card_number }) => card_number), ...NUMBERS]),
    fill,
    renew,
    ownerOf: (input) => OWNER_OF[callerOf(input) ?? ''],
    ownerOfId: (id) => owners.get(id),
    named: (owner, id) => valueNames.has(`${owner} ${id}`),
    noteNamed: (owner, text) => {
      for (const [id] of text.matchAll(ID)) if (owners.has(id)) valueNames.add(`${owner} ${id}`);
    },
  };
}

/** Card numbers of the examples. Requests contain them; no output may. */
const NUMBERS = ['4000001000000018', '4000002000000016', '4000002000000024', '4000002000000032', '5100001000000022'];
/** The same number in the formats that people use. */
const HEADERS_OF_EXAMPLES = [
  ...NUMBERS,
  '4000 0020 0000 0016',
  '4000-0020-0000-0016',
  '4000.0020.0000.0016',
  '４０００００２００００００１６',
];

/** The form of an id within other text. */
export const ID = /[\w-]{12,}/g;

function callerOf({ headers }: FuzzInput): string | undefined {
  const namedHeaders = headers.flatMap(([name, value]) =>
    /^authorization$/i.test(name) ? [/<token:([\w-]+)>/.exec(value)?.[1]] : [],
  );
  return namedHeaders.at(-1);
}

/** Repeats a request, because merchants are screened some moments after they were sent. */
async function sendUntil(shouldWait: boolean, send: () => Promise<{ status: number; text: string }>): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    if (!shouldWait || answer.status < 300 || attempt === TRIES || answer.status === 403)
      return readObject(answer.text);
    await pause(PAUSE_MS);
  }
}

/** Records values of the answer for which the example has a named placeholder. */
function learn(
  knownValues: Map<string, string>,
  expected: JsonValue | undefined,
  actual: unknown,
  note: (value: string) => void,
): void {
  if (typeof expected === 'string' && /^<[a-z-]+:[\w-]+>$/.test(expected) && typeof actual === 'string') {
    if (!knownValues.has(expected)) knownValues.set(expected, actual);
    note(actual);
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    for (const [at, entry] of expected.entries()) learn(knownValues, entry, actual[at], note);
  } else if (typeof expected === 'object' && expected !== null && typeof actual === 'object' && actual !== null) {
    for (const [name, entry] of Object.entries(expected)) {
      learn(knownValues, entry as JsonValue, (actual as Record<string, unknown>)[name], note);
    }
  }
}

async function fixtureCards(send: (input: FuzzInput) => Promise<{ text: string }>) {
  const { text } = await send({
    operation: 'sandbox.fixtures',
    method: 'GET',
    target: '/sandbox/fixtures',
    headers: [],
  });
  return (JSON.parse(text) as { cards: { card_number: string; exid: string; account_number: string }[] }).cards;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
