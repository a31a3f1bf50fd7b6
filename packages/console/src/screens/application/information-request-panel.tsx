import type { ReviewedMerchant } from '@cardwright/contract';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { fieldNameWord, REQUESTABLE_FIELDS } from '../../parts/merchant/field-words.ts';
import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useWords } from '../../words/language.ts';
import { REASON_LENGTH } from './action-words.ts';
import classes from './application.module.css';
import type { ReviewMutations } from './application-queries.ts';
import type { FieldSelection } from './record-view.tsx';

interface RequestParts {
  readonly merchant: ReviewedMerchant;
  readonly picking: FieldSelection;
  readonly acts: ReviewMutations;
  readonly seenAt: string;
  readonly close: () => void;
}

/** Lists the requested fields. The reviewer picks sent fields in the record below, and missing fields here. */
export function InformationRequestPanel({ merchant, picking, acts, seenAt, close }: RequestParts) {
  const { t } = useWords();
  const pathLabel = usePathLabel();
  const requesting = useMutation({
    mutationFn: (form: FormData) =>
      acts.requestInformation(
        {
          merchantIds: [merchant.merchantId],
          reason: String(form.get('reason')).trim(),
          unchangedSince: seenAt,
        },
        [...picking.picked].map((path) => ({ path, action: String(form.get(path)).trim() })),
      ),
    onSuccess: close,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    requesting.mutate(new FormData(event.currentTarget));
  };
  return (
    <Panel title={t('act.requestInformation')}>
      <form onSubmit={send} className={classes.ask}>
        <Stack gap="sm">
          <p className={classes.sentence}>{t('ask.about')}</p>
          {[...picking.picked].map((path) => (
            <TextInput
              key={path}
              name={path}
              label={pathLabel(path)}
              description={t('ask.todo')}
              maxLength={REASON_LENGTH}
              required
            />
          ))}
          <NativeSelect label={t('ask.notSent')} value="" onChange={(event) => picking.pick(event.currentTarget.value)}>
            <option value="">{t('ask.choose')}</option>
            {REQUESTABLE_FIELDS.filter((name) => !picking.picked.has(name)).map((name) => (
              <option key={name} value={name}>
                {nameOf(name, t)}
              </option>
            ))}
          </NativeSelect>
          <TextInput name="reason" label={t('confirm.reason')} maxLength={REASON_LENGTH} required />
          {requesting.error !== null && <ErrorNotice error={requesting.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={picking.picked.size === 0} loading={requesting.isPending}>
              {t('act.requestInformation')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function nameOf(name: string, t: ReturnType<typeof useWords>['t']): string {
  const word = fieldNameWord(name);
  return word === undefined ? name : t(word);
}
