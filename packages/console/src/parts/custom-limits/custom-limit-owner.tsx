import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient, useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { formatMaskedPan } from '../card/card-tiles.tsx';
import { Facts } from '../page/facts.tsx';
import { faultAt, type TypedFault } from '../page/findings.tsx';
import { describeDevice } from '../provisioning/provisioning-words.ts';
import type { LimitDraft } from './limit-draft.ts';

type Owner = Pick<LimitDraft, 'exid' | 'token'>;

interface OwnerParts {
  readonly accountNumber: string;
  readonly of: Owner;
  /** The owner of an existing limit cannot change. */
  readonly isNew: boolean;
  readonly choose: (owner: Owner) => void;
  readonly faults: readonly TypedFault[];
}

/**
 * Selects whose messages a limit counts: those of the account with all its cards, of one card, or of one of its tokens.
 */
export function CustomLimitOwner({ accountNumber, of, isNew, choose, faults }: OwnerParts) {
  const { t } = useWords();
  const { exid, token } = of;
  const owners = useOwners(accountNumber, exid);
  const keyOf = (one: Owner) => `${one.exid} ${one.token}`;
  if (!isNew) {
    const label = owners.find((one) => keyOf(one) === keyOf(of))?.label ?? (token || exid);
    return <Facts facts={[{ name: t('customLimit.owner'), value: <bdi>{label}</bdi> }]} />;
  }
  return (
    <NativeSelect
      label={t('customLimit.owner')}
      value={keyOf(of)}
      error={faultAt(faults, 'level') ?? faultAt(faults, 'card_identifier_id') ?? faultAt(faults, 'token_reference')}
      onChange={(event) => {
        const selected = owners.find((one) => keyOf(one) === event.currentTarget.value);
        if (selected !== undefined) choose({ exid: selected.exid, token: selected.token });
      }}
    >
      {owners.map((owner) => (
        <option key={keyOf(owner)} value={keyOf(owner)}>
          {owner.label}
        </option>
      ))}
    </NativeSelect>
  );
}

/** The account, its cards, and the tokens of the chosen card. */
function useOwners(accountNumber: string, exid: string): readonly (Owner & { readonly label: string })[] {
  const { t } = useWords();
  const client = useClient();
  const mayReadTokens = useHasScope('tokens:read');
  const { data: cards } = useQuery({
    queryKey: ['cards', { accountNumber }],
    enabled: useHasScope('cards:read'),
    queryFn: async ({ signal }) => client.cards.list({ account_number: accountNumber }, { signal }),
  });
  const { data: tokens } = useQuery({
    queryKey: ['tokens', exid],
    enabled: mayReadTokens && exid !== '',
    queryFn: async ({ signal }) =>
      client.tokens.list({ card_identifier_id: exid, card_identifier_type: 'EXID' }, { signal }),
  });
  const living = (tokens?.tokens ?? []).filter(({ token_state: state }) => state !== 'DELETED');
  return [
    { exid: '', token: '', label: t('customLimit.ofAccount') },
    ...(cards?.items ?? []).map(({ card_identifier_id: id, card_number: number }) => ({
      ...{ exid: id, token: '' },
      // Options cannot contain markup. These two characters keep the order of the digits.
      label: `\u2066${formatMaskedPan(number)}\u2069`,
    })),
    ...living.map(({ token_reference: token, requestor_name: wallet, device_type: device }) => ({
      ...{ exid, token },
      label: t('customLimit.ofWallet', { wallet, device: describeDevice(device, t) }),
    })),
  ];
}
