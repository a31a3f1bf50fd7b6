import { WEBHOOK_EVENTS } from '@cardwright/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isChangeRequested } from '../../parts/decision/change-requested.ts';
import { LeaveGuard } from '../../parts/decision/leave-guard.tsx';
import { useKindsForSecondPerson } from '../../parts/decision/second-person.ts';
import { SecondPersonReason } from '../../parts/decision/second-person-reason.tsx';
import { faultAt, faultsOf, OtherFaults } from '../../parts/page/findings.tsx';
import { Check } from '../../parts/value/check.tsx';
import { TimeField } from '../../parts/value/time-field.tsx';
import { useSession, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { EventChoices, FinalCodes } from './endpoint-choices.tsx';
import type { EndpointDraft } from './endpoint-draft.ts';
import { OauthFields } from './oauth-fields.tsx';
import classes from './webhooks.module.css';

interface FormParts {
  readonly first: EndpointDraft;
  readonly isNew: boolean;
  readonly verb: string;
  /** Receives the endpoint as it was when the form opened: a colleague can change it in the meantime. */
  readonly save: (draft: EndpointDraft, initial: EndpointDraft, why: { readonly reason?: string }) => Promise<unknown>;
  readonly cancel: () => void;
}

/** The fields that show faults. */
const PLACES = ['url', 'description', 'max_in_flight', 'events_per_request', 'events', 'oauth'];

/** A form for an endpoint. The server's findings are shown at their fields. */
export function EndpointForm({ first, isNew, verb, save, cancel }: FormParts) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { house } = useSession();
  const [initial] = useState(first);
  const [draft, setDraft] = useState(initial);
  const [reason, setReason] = useState('');
  const needsSecond = useKindsForSecondPerson().includes('endpoint.change');
  const saving = useMutation({ mutationFn: () => save(draft, initial, reason === '' ? {} : { reason }) });
  const set = (change: Partial<EndpointDraft>) => setDraft((before) => ({ ...before, ...change }));
  const form = useRef<HTMLFormElement>(null);
  // The form is longer than a screen, so the first fault can be out of sight.
  useEffect(() => {
    if (saving.error !== null) form.current?.querySelector('[data-fault]')?.scrollIntoView({ block: 'center' });
  }, [saving.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  const faults = faultsOf(saving.error);
  const isSaved = saving.isPending || saving.isSuccess || isChangeRequested(saving.error);
  const kind = house.kind === 'acquirer' ? 'acquirer' : 'bank';
  return (
    <form ref={form} onSubmit={submit} className={classes.form} aria-label={verb}>
      <LeaveGuard isDirty={draft !== initial && !isSaved} />
      <TextInput
        label={t('endpoint.url')}
        description={t('endpoint.urlAbout')}
        value={draft.url}
        error={faultAt(faults, 'url')}
        dir="ltr"
        type="url"
        maxLength={500}
        required
        onChange={(event) => set({ url: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('endpoint.description')}
        value={draft.description}
        error={faultAt(faults, 'description')}
        maxLength={200}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <CountInput
        label={t('endpoint.inFlight')}
        about={t('endpoint.inFlightAbout')}
        digits={2}
        value={draft.maxInFlight}
        error={faultAt(faults, 'max_in_flight')}
        onChange={(maxInFlight) => set({ maxInFlight })}
      />
      <CountInput
        label={t('endpoint.perRequest')}
        about={t('endpoint.perRequestAbout')}
        digits={3}
        value={draft.perRequest}
        error={faultAt(faults, 'events_per_request')}
        onChange={(perRequest) => set({ perRequest })}
      />
      <EventChoices
        all={WEBHOOK_EVENTS[kind].all}
        chosen={draft.events}
        error={faultAt(faults, 'events')}
        onChange={(events) => set({ events })}
      />
      {kind === 'bank' && <FinalCodes chosen={draft.finalCodes} onChange={(finalCodes) => set({ finalCodes })} />}
      <OauthFields draft={draft} faults={faults} set={set} />
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
      <OtherFaults error={saving.error} faults={faults} displayed={PLACES} />
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
  readonly error: ReactNode;
  readonly label: string;
  readonly about: string;
  readonly digits: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function CountInput({ label, about, digits, value, error, onChange }: CountParts) {
  return (
    <TextInput
      label={label}
      description={about}
      value={value}
      error={error}
      inputMode="numeric"
      maxLength={digits}
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
