import { randomBytes } from 'node:crypto';
import {
  type AuditEntry,
  type AuditFinding,
  createSealer,
  type ExpectedHead,
  type LogVerification,
  listLogs,
  readAuditLogs,
  type Sealer,
  verifyHeads,
  verifyLog,
  writeAuditOnly,
} from '../platform/audit/index.ts';
import { NO_THROTTLE } from '../platform/kernel/concurrency/background-throttle.ts';
import { ensurePartitions } from '../platform/storage/index.ts';
import { HashingKey, openVault, SealingKey, type Vault } from '../platform/vault/index.ts';
import { type TestDatabase, testDatabase } from './database/test-database.ts';
import { type TestClock, testClock } from './test-clock.ts';

/** An audit log without the rest of a server, with its own database, a clock that stands still, and sealing on demand. */
export interface TestAudit {
  readonly db: TestDatabase;
  readonly vault: Vault;
  readonly clock: TestClock;
  readonly sealer: Sealer;
  /** The sealer of another server. */
  anotherSealer(): Sealer;
  /** Writes rows with these subjects one after the other, each in its own transaction. */
  write(bankId: string, subjects: readonly string[], more?: Partial<AuditEntry>): Promise<void>;
  /** Writes rows and seals them. */
  sealed(bankId: string, subjects: readonly string[]): Promise<void>;
  verify(bankId: string): Promise<{ verified: LogVerification; findings: readonly string[] }>;
  /** Returns findings about all logs, and about the heads that were recorded earlier. */
  verifyAll(expected?: readonly ExpectedHead[]): Promise<readonly string[]>;
  makePartitions(): Promise<void>;
  close(): Promise<void>;
}

export async function testAudit(now = '2026-11-20T08:00:00.000Z'): Promise<TestAudit> {
  const db = await testDatabase();
  const clock = testClock(now);
  const vault = await openVault(db.database, {
    path: undefined,
    masters: new Map([[1, new SealingKey(randomBytes(32))]]),
    lookups: new Map([[1, new HashingKey(randomBytes(32))]]),
  });
  const makeSealer = () => createSealer({ database: db.database, clock, keys: vault, throttle: NO_THROTTLE });
  const sealer = makeSealer();
  const write: TestAudit['write'] = async (bankId, subjects, more) => {
    for (const subject of subjects)
      await writeAuditOnly(db.database, bankId, clock.now(), { ...entry(subject), ...more });
  };
  const withReader = <T>(work: (deps: Parameters<typeof verifyLog>[0], findings: string[]) => Promise<T>) => {
    const findings: string[] = [];
    const report = (finding: AuditFinding) => void findings.push(describeFinding(finding));
    return readAuditLogs(db.database, (tx) => work({ tx, keys: vault, report }, findings));
  };
  const makePartitions = async () => {
    const client = await db.database.connect({ asOwner: true });
    await ensurePartitions(client, clock.now());
    await client.end();
  };
  await makePartitions();
  return {
    db,
    vault,
    clock,
    sealer,
    anotherSealer: makeSealer,
    write,
    sealed: async (bankId, subjects) => {
      await write(bankId, subjects);
      await sealer.seal();
    },
    verify: (bankId) => withReader(async (deps, findings) => ({ verified: await verifyLog(deps, bankId), findings })),
    verifyAll: (expected = []) =>
      withReader(async (deps, findings) => {
        for (const bankId of await listLogs(deps.tx)) await verifyLog(deps, bankId);
        await verifyHeads(deps, expected);
        return findings;
      }),
    makePartitions,
    close: () => db.close(),
  };
}

function entry(subject: string): AuditEntry {
  return {
    actor: 'demo-bank',
    operation: 'cards.enquire-card',
    subject,
    outcome: 'read',
    requestId: 'r-1',
    fromAddress: '192.0.2.7',
    details: { code: '01', count: 3 },
    change: { before: { status: 'ACTIVE' }, after: { status: 'LOST', since: 'ليلى 😀' } },
  };
}

function describeFinding({ kind, bankId, chainNo, auditId, text }: AuditFinding): string {
  const place = [chainNo === undefined ? '' : `#${chainNo}`, auditId === undefined ? '' : `id ${auditId}`];
  return [kind, bankId, ...place.filter((part) => part !== ''), '-', text].join(' ');
}
