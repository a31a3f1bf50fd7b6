import { availableParallelism, loadavg } from 'node:os';
import { storeFinding } from './corpus.ts';
import { bytesOf, curlOf, type FuzzInput, isWellFramed } from './fuzz-input.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { type FuzzVerdict, judgeAnswer, SLOW_MS } from './judge-answers.ts';
import { type Address, RawConnection } from './raw-connection.ts';
import { shrink } from './shrink.ts';

/** Longer than the time limits of the server itself. */
const RESPONSE_TIMEOUT_MS = 20_000;
const TRIES = 3;
/** Even a loaded machine answers a trivial request within this time. */
const LEAST_MS = 100;

export interface FuzzFinding {
  readonly verdict: FuzzVerdict;
  readonly input: FuzzInput;
  readonly lines: readonly string[];
}

/** Sends one input on a connection and judges the answer. */
export async function tryInput(
  world: FuzzWorld,
  connection: RawConnection,
  input: FuzzInput,
  limitMs = RESPONSE_TIMEOUT_MS,
) {
  const sentBytes = bytesOf(input, world.fill);
  const answer = await connection.exchange(sentBytes, limitMs, {
    endsAfter: !isWellFramed(input),
    isHead: input.method === 'HEAD',
  });
  return { answer, verdict: judgeAnswer(world, input, sentBytes, answer) };
}

/**
 * Repeats a suspect while nothing else is sent. Failures that a busy machine may have caused are dismissed if they do
 * not recur. Any other failure is a finding, which is reduced to its smallest form.
 */
export async function examine(
  world: FuzzWorld,
  at: Address,
  input: FuzzInput,
  seen: FuzzVerdict,
): Promise<FuzzFinding | undefined> {
  const connection = new RawConnection(at);
  const failsLikeThis = async (candidate: FuzzInput): Promise<boolean> => {
    const { verdict } = await tryInput(world, connection, candidate, SLOW_MS * 2);
    if (verdict === undefined || signatureOf(verdict) !== signatureOf(seen)) return false;
    return verdict.mayBeLoad !== true || (await isMachineFree(connection));
  };
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (!(await failsLikeThis(input))) continue;
      const smallest = await shrink(input, failsLikeThis);
      const path = storeFinding(`${seen.kind}: ${seen.what}`, smallest);
      return { verdict: seen, input: smallest, lines: [`stored as ${path}`, curlOf(smallest)] };
    }
    if (seen.mayBeLoad) return undefined;
    return {
      verdict: seen,
      input,
      lines: ['cannot be reproduced alone: it may depend on earlier requests', curlOf(input)],
    };
  } finally {
    connection.close();
  }
}

/**
 * Checks whether response times are meaningful: they are not if other processes compete for the processors, or if a
 * trivial request is slow.
 */
async function isMachineFree(connection: RawConnection): Promise<boolean> {
  if ((loadavg()[0] ?? 0) > 2 * availableParallelism()) return false;
  const least = Buffer.from('GET /healthz HTTP/1.1\r\nHost: fuzz\r\n\r\n');
  const { ms } = await connection.exchange(least, RESPONSE_TIMEOUT_MS);
  return ms < LEAST_MS;
}

/** A key that is the same for two findings of the same kind. It omits ids and times, which differ each time. */
export function signatureOf({ kind, what }: FuzzVerdict): string {
  if (kind === 'slow') return kind;
  return `${kind}: ${what.replace(/\d+|[\da-f]{8}-[\da-f-]{27}/g, '#').slice(0, kind === 'card number' ? 30 : 120)}`;
}
