import { Panel } from '../../parts/page/panel.tsx';
import { CopyText } from '../../parts/value/identifier.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { RECEIVER_SNIPPET, SIGNATURE_SNIPPET } from './receiver-snippet.ts';
import classes from './webhooks.module.css';

/** Shows code for a receiver, with a copy button. */
export function SnippetPanel() {
  const { t } = useWords();
  const { house } = useSession();
  const snippet = house.kind === 'bank' ? RECEIVER_SNIPPET : SIGNATURE_SNIPPET;
  return (
    <Panel title={t('snippet.title')} headerContent={<CopyText text={snippet} />}>
      <p className={classes.about}>{t('snippet.about')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide content must be scrollable by keyboard */}
      <pre className={classes.code} dir="ltr" tabIndex={0}>
        <code>{snippet}</code>
      </pre>
    </Panel>
  );
}
