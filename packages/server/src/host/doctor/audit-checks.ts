import { countUnsealedRows } from '../../platform/audit/index.ts';
import { type Check, failed, passed, warned } from './check.ts';

const MAX_COUNTED = 100_000;
/** The age above which an unsealed row is late. Servers seal rows each second. */
const LATE_MS = 60_000;
const VERY_LATE_MS = 3_600_000;

export const auditChecks: readonly Check[] = [
  {
    name: 'audit chain',
    needs: 'schema',
    run: async ({ database, now }) => {
      const { waiting, since } = await countUnsealedRows(database, MAX_COUNTED);
      const lateMs = since === null ? 0 : now().getTime() - since.getTime();
      const summary = `${waiting === MAX_COUNTED ? 'more than ' : ''}${waiting} rows are not sealed yet`;
      if (lateMs <= LATE_MS) return passed(summary);
      const warning = `${summary}, the oldest for ${Math.round(lateMs / 60_000)} minutes: check that a server is running, which seals them every second`;
      return lateMs > VERY_LATE_MS ? failed(warning) : warned(warning);
    },
  },
];
