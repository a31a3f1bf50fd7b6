import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/documents/lint-openapi.mjs', import.meta.url));

describe('the OpenAPI documents', () => {
  it('have no finding in swagger-parser and Redocly under the rules of redocly.yaml', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toContain('Your API descriptions are valid');
  }, 120_000);
});
