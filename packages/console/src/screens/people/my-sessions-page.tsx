import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useSession, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { SessionList } from './session-list.tsx';

/** Lists a person's own sessions. Everyone can open it. */
export function MySessionsPage() {
  const { t } = useWords();
  const zone = useTimeZone();
  const { subject } = useSession();
  return (
    <Page title={t('sessions.own')} about={t('sessions.ownAbout', { zone })}>
      <Panel title={t('sessions.open')}>
        <SessionList of={subject} />
      </Panel>
    </Page>
  );
}
