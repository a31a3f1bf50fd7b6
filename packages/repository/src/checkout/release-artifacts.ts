import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * Installs the package of the SDK in an empty folder, and lists the cards of a server with it. Returns their number.
 */
export function useSdkPackage(file: string, folder: string, url: string): number {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options: ExecFileSyncOptionsWithStringEncoding = { cwd: folder, encoding: 'utf8', stdio: 'pipe' };
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', file], options);
  const program = [
    "import { Cardwright } from '@cardwright/sdk';",
    `const client = new Cardwright({ baseUrl: '${url}', clientId: 'demo-bank', clientSecret: 'demo-bank-secret' });`,
    "const { items } = await client.cards.list({ limit: '3' });",
    'console.log(items.length);',
  ];
  writeFileSync(join(folder, 'try.js'), program.join('\n'));
  return Number(execFileSync(process.execPath, ['try.js'], options));
}

/** Serves the unpacked documents as files, and returns their links to documents that do not exist. */
export async function brokenDocuments(file: string, folder: string): Promise<string[]> {
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  const server = createServer(({ url = '' }, response) => {
    try {
      response.end(readFileSync(join(folder, new URL(url, 'http://docs').pathname)));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  const base = await new Promise<string>((resolve) =>
    server.once('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
  const broken: string[] = [];
  const known = new Set<string>(['/docs/index.md']);
  for (const page of known) {
    const answer = await fetch(`${base}${page}`);
    if (answer.status !== 200) broken.push(page);
    else for (const link of pagesIn(await answer.text(), page)) known.add(link);
  }
  server.close();
  return broken;
}

/** The Markdown pages below docs/ that a page links to. */
function pagesIn(markdown: string, page: string): string[] {
  const links = [...markdown.matchAll(/\]\(([^)#\s:]+\.md)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => target);
  return links
    .map((target) => new URL(target, `http://docs${page}`).pathname)
    .filter((path) => path.startsWith('/docs/'));
}
