import {
  CHANGE_EVENTS,
  type ChangeEventName,
  exampleOfChange,
  scopeOfEvent,
  WEBHOOK_EVENTS,
} from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EventType } from '../../parts/event/event-type.tsx';
import { eventWord } from '../../parts/event/event-words.ts';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useHasScope, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ChangeMembers } from './change-members.tsx';
import classes from './event-types.module.css';

export function EventTypesPage() {
  return useHasScope('webhooks:read') ? <Catalogue /> : <NoPermission />;
}

/** Lists all types of events of the tenant, each with its meaning, its scope and, for a change, an example. */
function Catalogue() {
  const { t } = useWords();
  const { house } = useSession();
  const [typed, type] = useState('');
  const all = WEBHOOK_EVENTS[house.kind === 'acquirer' ? 'acquirer' : 'bank'].all.filter(
    (each) => !each.endsWith('.*'),
  );
  const searched = typed.trim().toLowerCase();
  const matches = all.filter((each) => {
    const word = eventWord(each);
    return `${each} ${word === undefined ? '' : t(word)}`.toLowerCase().includes(searched);
  });
  return (
    <Page
      title={t('eventTypes.title')}
      about={t('eventTypes.about')}
      actions={<Link to="/events">{t('events.title')}</Link>}
    >
      <Panel title={t('eventTypes.title')}>
        <TextInput
          type="search"
          label={t('eventTypes.find')}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <ul className={classes.types}>
          {matches.map((each) => (
            <TypeLine key={each} type={each} />
          ))}
        </ul>
        {matches.length === 0 && <p>{t('eventTypes.none')}</p>}
      </Panel>
      <Panel title={t('eventTypes.members')}>
        <ChangeMembers />
      </Panel>
    </Page>
  );
}

function TypeLine({ type }: { type: string }) {
  const { t } = useWords();
  const change = type in CHANGE_EVENTS ? (type as ChangeEventName) : undefined;
  const scope = scopeOfEvent(type);
  return (
    <li data-type={type}>
      <details>
        <summary className={classes.summary}>
          <EventType type={type} />
        </summary>
        <p className={classes.about}>
          {scope !== undefined && <span>{t('eventTypes.scope', { scope: `\u2068${scope}\u2069` })}</span>}
          {change !== undefined && <span>{t('eventTypes.since', { version: CHANGE_EVENTS[change].since })}</span>}
        </p>
        {change === undefined ? (
          <p className={classes.about}>{t('eventTypes.noExample')}</p>
        ) : (
          <>
            <p className={classes.about}>{t('eventTypes.example')}</p>
            <pre className={classes.example} dir="ltr">
              {JSON.stringify(exampleOfChange(change), null, 2)}
            </pre>
          </>
        )}
      </details>
    </li>
  );
}
