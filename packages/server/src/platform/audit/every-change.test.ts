import { describe, expect, it } from 'vitest';
import { openAuditWorld, rowsOfCase } from '../../testing/audit-world.ts';
import { CHANGES } from '../../testing/change-cases.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
const world = fileResource(() => openAuditWorld(server));

describe('a change is audited with the values before and after', () => {
  it.each(CHANGES)('$operation in the log $log', async (auditedCase) => {
    const rows = await rowsOfCase(world, auditedCase);
    for (const row of rows) expect(row).toMatchObject({ bank_id: auditedCase.log, from_address: '127.0.0.1' });
    const changed = rows.filter(({ after }) => after !== null);
    expect(changed.length).toBeGreaterThan(0);
    for (const { before, after } of changed) expect(after).not.toEqual(before);
  });
});
