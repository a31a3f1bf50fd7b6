// Bundles the verifier of proofs with the engine that decides: as a module for Node and browsers, and as one page that
// works offline from a file. `--freeze` stores the engine of this checkout under its version. A release does so before
// the rules change.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { contractForClients } from './contract-for-clients.mjs';
import { THROWING_CALLS } from './throwing-calls.mjs';

const packages = fileURLToPath(new URL('../packages', import.meta.url));
const verifier = path.join(packages, 'verifier');
const decision = path.join(packages, 'server', 'dist', 'issuing', 'authorization', 'decision');

async function codeOf(input, format = 'esm') {
  const bundled = await rolldown({
    input,
    platform: 'browser',
    plugins: [await contractForClients()],
    external: (id) => id.startsWith('node:'),
    transform: { define: THROWING_CALLS },
  });
  const { output } = await bundled.generate({ format, minify: true, codeSplitting: false });
  await bundled.close();
  return output[0].code;
}

export async function bundleVerifier() {
  const out = path.join(verifier, 'dist', 'bundle');
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(path.join(out, 'verifier.js'), await codeOf(path.join(verifier, 'dist', 'index.js')));
  const script = await codeOf(path.join(verifier, 'dist', 'page.js'), 'iife');
  const page = fs.readFileSync(path.join(verifier, 'src', 'page.html'), 'utf8');
  const inline = script.replaceAll('</script', '<\\/script');
  fs.writeFileSync(
    path.join(out, 'verify.html'),
    page.replace('/* script */', () => inline),
  );
}

async function freezeEngine() {
  const { RULE_VERSION } = await import(pathToFileURL(path.join(decision, 'rules', 'index.js')).href);
  const file = path.join(verifier, 'engines', `${RULE_VERSION}.js`);
  fs.writeFileSync(file, await codeOf(path.join(decision, 'recompute.js')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--freeze')) await freezeEngine();
  else await bundleVerifier();
}
