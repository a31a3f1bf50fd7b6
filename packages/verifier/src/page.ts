import type { Check } from './check.ts';
import { type OutsideHead, readOutsideHeads } from './outside-heads.ts';
import { verifyProof } from './verify-proof.ts';

/** The page that verifies proofs in a browser, opened as a file and without a network. */

const MARKS = { HOLDS: '✓', FAILS: '✗', UNKNOWN: '?' } as const;
const VERDICTS = {
  HOLDS: 'Everything holds.',
  FAILS: 'The proof does not hold.',
  UNKNOWN: 'Nothing fails, but not everything could be checked.',
} as const;

let proof: File | undefined;
let heads: readonly File[] = [];

async function renderPage(): Promise<void> {
  if (proof === undefined) return;
  const outsideHeads: OutsideHead[] = [];
  for (const file of heads) {
    try {
      outsideHeads.push(...readOutsideHeads(await file.text()));
    } catch (error) {
      display('FAILS', [{ name: 'OUTSIDE_HEAD', result: 'FAILS', text: `${file.name}: ${(error as Error).message}` }]);
      return;
    }
  }
  const trustedKey = element<HTMLInputElement>('key').value.trim() || undefined;
  const { checks } = await verifyProof(new Uint8Array(await proof.arrayBuffer()), { outsideHeads, trustedKey });
  const worst = (['FAILS', 'UNKNOWN'] as const).find((result) => checks.some((check) => check.result === result));
  display(worst ?? 'HOLDS', checks);
}

function display(verdict: Check['result'], checks: readonly Check[]): void {
  element('verdict').textContent = `${proof?.name}: ${VERDICTS[verdict]}`;
  element('verdict').className = verdict;
  element('checks').replaceChildren(
    ...checks.map(({ result, text }) => {
      const item = document.createElement('li');
      item.className = result;
      item.textContent = `${MARKS[result]} ${text}`;
      return item;
    }),
  );
}

function element<E extends HTMLElement>(id: string): E {
  const match = document.getElementById(id);
  if (match === null) throw new Error(`the page lacks ${id}`);
  return match as E;
}

element('proof').addEventListener('change', ({ target }) => {
  proof = (target as HTMLInputElement).files?.[0];
  void renderPage();
});
element('heads').addEventListener('change', ({ target }) => {
  heads = [...((target as HTMLInputElement).files ?? [])];
  void renderPage();
});
element('key').addEventListener('change', () => void renderPage());
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  proof = event.dataTransfer?.files[0] ?? proof;
  void renderPage();
});
