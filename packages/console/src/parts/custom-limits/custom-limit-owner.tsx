import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient, useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { formatMaskedPan } from '../card/card-tiles.tsx';
import { Facts } from '../page/facts.tsx';
import { faultAt, type TypedFault } from '../page/findings.tsx';

interface OwnerParts {
  readonly accountNumber: string;
  readonly exid: string;
  /** The owner of an existing limit cannot change. */
  readonly isNew: boolean;
  readonly choose: (exid: string) => void;
  readonly faults: readonly TypedFault[];
}

/** Selects whose messages a limit counts: those of the account with all its cards, or those of one card. */
export function CustomLimitOwner({ accountNumber, exid, isNew, choose, faults }: OwnerParts) {
  const { t } = useWords();
  const client = useClient();
  const { data: cards } = useQuery({
    queryKey: ['cards', { accountNumber }],
    enabled: useHasScope('cards:read'),
    queryFn: async ({ signal }) => client.cards.list({ account_number: accountNumber }, { signal }),
  });
  if (!isNew) {
    const card = cards?.items.find(({ card_identifier_id: id }) => id === exid);
    const owner =
      exid === '' ? t('customLimit.ofAccount') : card === undefined ? exid : formatMaskedPan(card.card_number);
    return (
      <Facts facts={[{ name: t('customLimit.whose'), value: <bdi dir={exid === '' ? 'auto' : 'ltr'}>{owner}</bdi> }]} />
    );
  }
  return (
    <NativeSelect
      label={t('customLimit.whose')}
      value={exid}
      error={faultAt(faults, 'level') ?? faultAt(faults, 'card_identifier_id')}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{t('customLimit.ofAccount')}</option>
      {cards?.items.map(({ card_identifier_id: id, card_number: number }) => (
        <option key={id} value={id}>
          {/* Options cannot contain markup. These two characters keep the order of the digits. */}
          {`\u2066${formatMaskedPan(number)}\u2069`}
        </option>
      ))}
    </NativeSelect>
  );
}
