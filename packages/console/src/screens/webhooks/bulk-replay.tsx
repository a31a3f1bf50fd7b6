import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { TimeField } from '../../parts/value/time-field.tsx';
import { useTimeZone } from '../../session/session.ts';
import { SyncIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useWebhookChanges } from './webhook-queries.ts';

const ANY = '';
type State = '' | 'DELIVERED' | 'DEAD' | 'SKIPPED';

/** Sends everything since a time again, for a receiver that lost its data. */
export function BulkReplay({ endpointId }: { endpointId: string }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { replay } = useWebhookChanges();
  const [isOpen, setOpen] = useState(false);
  const [since, setSince] = useState('');
  const [state, setState] = useState<State>('DEAD');
  const [made, setMade] = useState<number>();
  const act: ConfirmAction = {
    title: t('replayMany.title'),
    effects: [t('replayMany.effect'), t('replay.same')],
    more: (
      <Stack gap="sm">
        <TimeField
          hasVisibleLabel
          label={t('replayMany.since', { zone })}
          value={since}
          zone={zone}
          onChange={setSince}
        />
        <NativeSelect
          label={t('messages.state')}
          value={state}
          onChange={(event) => setState(event.currentTarget.value as State)}
        >
          <option value={ANY}>{t('replayMany.any')}</option>
          <option value="DEAD">{t('status.dead')}</option>
          <option value="DELIVERED">{t('status.delivered')}</option>
          <option value="SKIPPED">{t('status.skipped')}</option>
        </NativeSelect>
      </Stack>
    ),
    verb: t('replay.verb'),
    carryOut: async () => {
      const at = since === '' ? '' : new Date(since).toISOString();
      setMade(await replay(endpointId, { since: at, ...(state !== ANY && { state }) }));
    },
  };
  return (
    <>
      {made !== undefined && <span role="alert">{t('replayMany.made', { count: made })}</span>}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<SyncIcon size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('replayMany.open')}
      </Button>
      <ConfirmDialog act={isOpen ? act : undefined} close={() => setOpen(false)} />
    </>
  );
}
