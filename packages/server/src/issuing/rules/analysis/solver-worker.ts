import { parentPort } from 'node:worker_threads';
import type { FromSolverWorker, SolverTask } from './solver-thread.ts';

/**
 * Runs the solver Z3, which is compiled to WebAssembly, on this worker thread. A call blocks the thread until it
 * returns, so the thread that started this one ends it if a call takes too long.
 */
interface Z3 {
  ccall(
    name: string,
    result: 'number' | 'string' | null,
    types: readonly string[],
    values: readonly unknown[],
  ): unknown;
}

const MEMORY_MB = '256';

const answer = (message: FromSolverWorker) => parentPort?.postMessage(message);

// @ts-expect-error the package has no types for its compiled module, which its own entry loads with 1 MB of wrappers
const { default: load } = (await import('z3-solver/build/z3-built.js')) as { default: () => Promise<Z3> };
const z3 = await load();
z3.ccall('Z3_global_param_set', null, ['string', 'string'], ['memory_max_size', MEMORY_MB]);
const configuration = z3.ccall('Z3_mk_config', 'number', [], []);
const context = z3.ccall('Z3_mk_context', 'number', ['number'], [configuration]);

const evaluate = (text: string) =>
  String(z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, text])).trim();

/** Resets the solver after this number of scopes: a scope costs a quarter of a reset, but leaves names behind. */
const MAX_SCOPES = 500;
let scopes = 0;

function decide({ script, preferences, values }: SolverTask): FromSolverWorker {
  scopes += 1;
  if (scopes % MAX_SCOPES === 0) evaluate('(reset)');
  let depth = 1;
  const verdict = evaluate(`(push)\n${script}\n(check-sat)`);
  let found = '';
  if (verdict === 'sat' && values.length > 0) {
    // a preference that contradicts the question or an earlier preference is dropped
    for (const preference of preferences) {
      if (evaluate(`(push)\n(assert ${preference})\n(check-sat)`) === 'sat') depth += 1;
      else evaluate('(pop)');
    }
    found = evaluate(`(check-sat)\n(get-value (${values.join(' ')}))`);
  }
  if (verdict === 'sat' || verdict === 'unsat') evaluate(`(pop ${depth})`);
  return { kind: 'answer', verdict, values: found };
}

parentPort?.on('message', (task: SolverTask) => {
  try {
    answer(decide(task));
  } catch (error) {
    answer({ kind: 'broken', message: String(error) });
  }
});
answer({ kind: 'ready' });
