// Checks the OpenAPI documents with swagger-parser, and with Redocly and the rules of redocly.yaml.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { build, exitOn, root } from '../prepare.mjs';
import { readExamples } from './read-examples.mjs';

await build().catch(exitOn);
const { OPENAPI_DOCUMENTS, writeOpenApi } = await import('../../packages/contract/dist/index.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cardwright-openapi-'));
try {
  const examples = readExamples();
  const files = Object.entries(OPENAPI_DOCUMENTS).map(([document, { servedAt }]) => {
    const file = path.join(folder, path.basename(servedAt));
    fs.writeFileSync(file, JSON.stringify(writeOpenApi('Gw', { document, examples }), null, 1));
    return file;
  });
  for (const file of files) await SwaggerParser.validate(file);
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const rules = ['--config', path.join(root, 'redocly.yaml')];
  const { status } = spawnSync(process.execPath, [redocly, 'lint', ...files, ...rules], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
  });
  process.exitCode = status ?? 1;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
