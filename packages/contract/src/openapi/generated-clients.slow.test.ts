import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/documents/check-openapi-clients.mjs', import.meta.url));

describe('the OpenAPI documents', () => {
  it('generate clients with openapi-typescript, hey-api and orval that have every operation and correct types', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { encoding: 'utf8' });
    expect(stdout).toContain('the types of all clients are correct');
  }, 900_000);
});
