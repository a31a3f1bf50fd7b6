import { stat } from 'node:fs/promises';
import type { KeyRow } from '../../platform/vault/index.ts';
import { readLiveHolders, readRotations } from '../keys/index.ts';
import { type Check, type CheckSubject, failed, passed, warned } from './check.ts';

export const keyChecks: readonly Check[] = [
  {
    name: 'key file',
    needs: 'nothing',
    run: keyFile,
    isCreatedAtStart: ({ CARDWRIGHT_KEY_FILE: path, CARDWRIGHT_MODE: mode }) =>
      path === undefined && mode === 'sandbox',
  },
  {
    name: 'keys of the database',
    needs: 'schema',
    run: async ({ vault }) => {
      const { rows } = (await vault()).ring.now();
      const active = rows.filter(({ state }) => state === 'ACTIVE').map(nameOf);
      const retained = rows.filter(({ state, kind }) => state === 'RETIRING' && kind === 'CONTENT').map(nameOf);
      const also = retained.length === 0 ? '' : `; retained for earlier requests: ${retained.join(', ')}`;
      return passed(`${active.join(', ')}${also}`);
    },
  },
  {
    name: 'key rotation',
    needs: 'schema',
    run: async ({ database }) => {
      const open = (await readRotations(database)).filter(({ state }) => state !== 'DONE');
      const problems = (await readLiveHolders(database)).flatMap(({ name, problem }) =>
        problem === null ? [] : [failed(`server ${name}: ${problem}`)],
      );
      if (open.length === 0) return problems.length > 0 ? problems : passed('none in progress');
      const rotations = open.map(
        ({ kind, key_version: version, state, is_stopped: isStopped }) =>
          `to ${kind.toLowerCase()} key ${version}: ${isStopped ? 'stopped' : state.toLowerCase()}`,
      );
      return [...problems, warned(`${rotations.join(', ')} (for details, run "cardwright keys status")`)];
    },
  },
];

function nameOf({ kind, key_version: version }: Pick<KeyRow, 'kind' | 'key_version'>): string {
  return `${kind.toLowerCase()} ${version}`;
}

async function keyFile({ keys }: CheckSubject) {
  const { path, masters, lookups } = await keys();
  const mode = path === undefined ? '' : `, mode ${((await stat(path)).mode & 0o777).toString(8).padStart(4, '0')}`;
  return passed(`${path}${mode}; master ${[...masters.keys()].join(', ')}, lookup ${[...lookups.keys()].join(', ')}`);
}
