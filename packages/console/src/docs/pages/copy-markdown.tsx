import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckIcon, CopyIcon } from '../../theme/icons.ts';
import { WORDS } from '../text/docs-words.ts';

const STATES = { idle: WORDS.copyMarkdown, done: WORDS.copied, failed: WORDS.copyFailed } as const;

/**
 * Copies a page as Markdown, for example to paste it into a prompt for an agent.
 *
 * @param address of the page below /docs, such as `/guide/errors`
 */
export function CopyMarkdown({ address }: { address: string }) {
  const [state, setState] = useState<keyof typeof STATES>('idle');
  const copy = async () => {
    try {
      const answer = await fetch(`/docs${address}.md`, { redirect: 'error' });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      await navigator.clipboard.writeText(await answer.text());
      setState('done');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={state === 'done' ? <CheckIcon size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
      onClick={() => void copy()}
      aria-live="polite"
    >
      {STATES[state]}
    </Button>
  );
}
