import { WEBHOOK_EVENTS } from '@cardwright/contract';
import { CardwrightError } from '@cardwright/sdk/browser';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useKindsForSecondPerson } from '../../parts/decision/second-person.ts';
import { SecondPersonReason } from '../../parts/decision/second-person-reason.tsx';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { TimeField } from '../../parts/value/time-field.tsx';
import { useSession, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { Check, EventChoices, FinalCodes } from './endpoint-choices.tsx';
import type { EndpointDraft } from './endpoint-draft.ts';
import { OauthFields } from './oauth-fields.tsx';
import classes from './webhooks.module.css';

interface FormParts {
  readonly first: EndpointDraft;
  readonly isNew: boolean;
  readonly verb: string;
  readonly save: (draft: EndpointDraft, why: { readonly reason?: string }) => Promise<unknown>;
  readonly cancel: () => void;
}

/** A form for an endpoint. The server's findings are shown at their fields. */
export function EndpointForm({ first, isNew, verb, save, cancel }: FormParts) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { house } = useSession();
  const [draft, setDraft] = useState(first);
  const [reason, setReason] = useState('');
  const needsSecond = useKindsForSecondPerson().includes('endpoint.change');
  const saving = useMutation({ mutationFn: () => save(draft, reason === '' ? {} : { reason }) });
  const set = (change: Partial<EndpointDraft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  const kind = house.kind === 'acquirer' ? 'acquirer' : 'bank';
  return (
    <form onSubmit={submit} className={classes.form} aria-label={verb}>
      <TextInput
        label={t('endpoint.url')}
        description={t('endpoint.urlAbout')}
        value={draft.url}
        dir="ltr"
        type="url"
        maxLength={500}
        required
        onChange={(event) => set({ url: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('endpoint.description')}
        value={draft.description}
        maxLength={200}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <CountInput
        label={t('endpoint.inFlight')}
        about={t('endpoint.inFlightAbout')}
        digits={2}
        value={draft.maxInFlight}
        onChange={(maxInFlight) => set({ maxInFlight })}
      />
      <CountInput
        label={t('endpoint.perRequest')}
        about={t('endpoint.perRequestAbout')}
        digits={3}
        value={draft.perRequest}
        onChange={(perRequest) => set({ perRequest })}
      />
      <EventChoices all={WEBHOOK_EVENTS[kind].all} chosen={draft.events} onChange={(events) => set({ events })} />
      {kind === 'bank' && <FinalCodes chosen={draft.finalCodes} onChange={(finalCodes) => set({ finalCodes })} />}
      <OauthFields draft={draft} set={set} />
      {isNew && (
        <fieldset className={classes.group}>
          <legend>{t('endpoint.more')}</legend>
          <Check label={t('endpoint.ed25519')} isOn={draft.ed25519} onChange={(ed25519) => set({ ed25519 })} />
          <TimeField
            hasVisibleLabel
            label={t('endpoint.backfill', { zone })}
            value={draft.since}
            zone={zone}
            onChange={(since) => set({ since })}
          />
        </fieldset>
      )}
      {needsSecond && <SecondPersonReason value={reason} onChange={setReason} />}
      {saving.error !== null && <Refused error={saving.error} />}
      <Group>
        <Button type="submit" loading={saving.isPending}>
          {verb}
        </Button>
        <Button variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}

interface CountParts {
  readonly label: string;
  readonly about: string;
  readonly digits: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function CountInput({ label, about, digits, value, onChange }: CountParts) {
  return (
    <TextInput
      label={label}
      description={about}
      value={value}
      inputMode="numeric"
      maxLength={digits}
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Lists the server's findings by field name. */
function Refused({ error }: { error: unknown }) {
  const findings = error instanceof CardwrightError ? error.findings : [];
  return (
    <>
      <ErrorNotice error={error} />
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map(({ path, message }) => (
            <li key={path + message}>
              <bdi dir="ltr">{path}</bdi>: <bdi>{message}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
