#!/usr/bin/env node
import { existsSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const isBuilt = () => existsSync(new URL('packages/cli/dist/main.js', root));

// Builds a checkout that was never built. An existing build is never replaced, because a running server may use it.
if (!isBuilt()) {
  const prepare = new URL('scripts/prepare.mjs', root);
  if (existsSync(prepare)) {
    const { build, checkNode, exitOn } = await import(prepare.href);
    checkNode();
    await build().catch(exitOn);
  }
}
if (isBuilt()) {
  await import('../dist/main.js');
} else {
  process.stderr.write('Cardwright is not built yet: run "npm ci && npm run build" first.\n');
  process.exitCode = 1;
}
