import { TOKEN_EVENT_INDICATORS, type WebhookEndpoint } from '@cardwright/contract';
import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { useSession } from '../../session/session.ts';
import { PulseIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { AttemptView } from './attempt-panel.tsx';
import { useWebhookChanges } from './webhook-queries.ts';
import classes from './webhooks.module.css';

const SAMPLES: readonly { readonly indicator: string; readonly word: WordKey }[] = [
  { indicator: TOKEN_EVENT_INDICATORS.RESUME, word: 'event.resume' },
  { indicator: TOKEN_EVENT_INDICATORS.SUSPEND, word: 'event.suspended' },
  { indicator: TOKEN_EVENT_INDICATORS.DEACTIVATE, word: 'event.deactivated' },
  { indicator: TOKEN_EVENT_INDICATORS.DELETE, word: 'event.deleted' },
];

/** Sends a sample and shows the response, regardless of the state of the endpoint. */
export function TestEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<PulseIcon aria-hidden />} onClick={() => setOpen(true)}>
        {t('test.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('test.title')}
        closeButtonProps={{ 'aria-label': t('close') }}
        centered
        size="lg"
      >
        {isOpen && <Sample endpointId={endpoint.endpoint_id} close={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

function Sample({ endpointId, close }: { endpointId: string; close: () => void }) {
  const { t } = useWords();
  const { house } = useSession();
  const { test } = useWebhookChanges();
  const hasIndicators = house.kind === 'bank';
  const [indicator, choose] = useState<string>(hasIndicators ? TOKEN_EVENT_INDICATORS.RESUME : '');
  const sending = useMutation({ mutationFn: () => test(endpointId, indicator) });
  return (
    <Stack gap="md">
      <p className={classes.about}>{t('test.about')}</p>
      {hasIndicators && (
        <NativeSelect
          label={t('test.indicator')}
          value={indicator}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {SAMPLES.map(({ indicator: each, word }) => (
            <option key={each} value={each}>
              {t(word)}
            </option>
          ))}
        </NativeSelect>
      )}
      {sending.error !== null && <ErrorNotice error={sending.error} />}
      {sending.data !== undefined && (
        <div className={classes.attempt} role="alert" data-tested={sending.data.outcome}>
          <AttemptView attempt={sending.data} />
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('close')}
        </Button>
        <Button loading={sending.isPending} onClick={() => sending.mutate()}>
          {t('test.send')}
        </Button>
      </Group>
    </Stack>
  );
}
