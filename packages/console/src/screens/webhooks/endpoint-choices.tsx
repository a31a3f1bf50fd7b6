import { ALL_CHANGES, FINAL_CODES, findMissingScopes, type WebhookEvent } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EventType } from '../../parts/event/event-type.tsx';
import { Check } from '../../parts/value/check.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './webhooks.module.css';

interface EventParts {
  readonly error: ReactNode;
  readonly all: readonly WebhookEvent[];
  readonly chosen: readonly WebhookEvent[];
  readonly onChange: (events: readonly WebhookEvent[]) => void;
}

/** Selects events. A person can remove events that they cannot read, but cannot add them. */
export function EventChoices({ all, chosen, error, onChange }: EventParts) {
  const { t } = useWords();
  const { scopes } = useSession();
  const missing = new Map(findMissingScopes(all, scopes).map(({ type, scope }) => [type, scope ?? '']));
  const checkOf = (event: WebhookEvent) => (
    <Check
      key={event}
      label={<EventType type={event} />}
      needs={missing.get(event)}
      isOn={chosen.includes(event)}
      onChange={(isOn) => onChange(all.filter((each) => (each === event ? isOn : chosen.includes(each))))}
    />
  );
  const ofGroup = (group: ReturnType<typeof groupOf>) => all.filter((event) => groupOf(event) === group);
  const changes = ofGroup('change');
  return (
    <fieldset className={classes.group}>
      <legend>{t('webhooks.events')}</legend>
      {error && <p className={classes.fault}>{error}</p>}
      <p className={classes.about}>
        <Link to="/events/types">{t('eventTypes.title')}</Link>
      </p>
      {chosen.some((event) => missing.has(event)) && <p className={classes.about}>{t('endpoint.eventsHeld')}</p>}
      {ofGroup('other').map(checkOf)}
      <p className={classes.about}>{t('endpoint.prefixes')}</p>
      {ofGroup('prefix').map(checkOf)}
      <details open={changes.some((event) => chosen.includes(event))}>
        <summary>{t('endpoint.changes')}</summary>
        {changes.map(checkOf)}
      </details>
    </fieldset>
  );
}

function groupOf(event: string): 'other' | 'prefix' | 'change' {
  if (event.endsWith('.*')) return 'prefix';
  return ALL_CHANGES.some((type) => type === event) ? 'change' : 'other';
}

export function FinalCodes({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (codes: readonly string[]) => void;
}) {
  const { t } = useWords();
  return (
    <fieldset className={classes.group}>
      <legend>{t('endpoint.finalCodes')}</legend>
      <p className={classes.about}>{t('endpoint.finalCodesAbout')}</p>
      {FINAL_CODES.map((code) => (
        <Check
          key={code}
          label={t(code === '30' ? 'endpoint.final30' : 'endpoint.final94')}
          isOn={chosen.includes(code)}
          onChange={(isOn) => onChange(FINAL_CODES.filter((each) => (each === code ? isOn : chosen.includes(each))))}
        />
      ))}
    </fieldset>
  );
}
