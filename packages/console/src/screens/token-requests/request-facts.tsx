import type { ProvisioningDecision } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import {
  describeDevice,
  describeGround,
  METHOD_WORDS,
  PAN_SOURCE_WORDS,
  TOKEN_TYPE_WORDS,
} from '../../parts/provisioning/provisioning-words.ts';
import { countryName } from '../../parts/value/countries.ts';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';

const code = (text: string) => <bdi dir="ltr">{text}</bdi>;

/** The values of a request, as the network sent them, and those of its decision. Absent values are left out. */
export function RequestFacts({ request: decision }: { request: ProvisioningDecision }) {
  const { t, locale } = useWords();
  const { request, card_identifier_id: exid, card_number: number, activation_methods: methods = [] } = decision;
  const { device = {}, scores = {} } = request;
  const figure = new Intl.NumberFormat(locale);
  const channels = methods.map(({ method, value }) => [t(METHOD_WORDS[method]), value].filter(Boolean).join(' '));
  const list = (values: readonly string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(values);
  const facts: readonly (Fact | undefined)[] = [
    { name: t('decision.at'), value: <Time at={decision.decided_at} /> },
    fact(t('decision.reason'), describeGround(decision, t)),
    fact(
      t('decision.card'),
      number ?? exid ?? '',
      <Identifier
        id={number ?? exid ?? ''}
        {...(exid !== null && { leadsTo: { to: '/cards/$exid', params: { exid } } })}
      />,
    ),
    { name: t('token.wallet'), value: <Wallet of={decision} /> },
    fact(t('tokenRequest.activation'), list(channels), <bdi>{list(channels)}</bdi>),
    word('tokenRequest.type', decision.token_type && TOKEN_TYPE_WORDS[decision.token_type]),
    fact(t('token.device'), [device.type && describeDevice(device.type, t), device.name].filter(Boolean).join(' · ')),
    fact(t('condition.field.deviceCountry'), device.country && countryName(device.country, locale)),
    fact(t('tokenRequest.deviceId'), device.id),
    fact(t('tokenRequest.lastDigits'), device.number_last_digits),
    fact(t('condition.field.accountScore'), scores.account && figure.format(scores.account)),
    fact(t('condition.field.deviceScore'), scores.device && figure.format(scores.device)),
    word('condition.field.panSource', request.pan_source && PAN_SOURCE_WORDS[request.pan_source]),
    fact(
      t('condition.field.walletAccountAgeDays'),
      request.wallet_account_age_days === undefined ? '' : figure.format(request.wallet_account_age_days),
    ),
    fact(t('tokenRequest.holder'), request.cardholder_name),
    fact(t('tokenRequest.riskReasons'), list(request.risk_reason_codes ?? [])),
    {
      name: t('tokenRequest.network'),
      value: (
        <Link to="/token-requests" search={{ network: decision.network }}>
          {code(decision.network)}
        </Link>
      ),
    },
    { name: t('tokenRequest.provisioningId'), value: <Identifier id={decision.provisioning_id} /> },
    fact(t('tokenRequest.token'), decision.token_reference, <Identifier id={decision.token_reference ?? ''} />),
  ];
  return <Facts facts={facts.filter((each) => each !== undefined)} />;

  function word(name: WordKey, value: WordKey | '' | null | undefined): Fact | undefined {
    return value ? { name: t(name), value: t(value) } : undefined;
  }
}

function fact(name: string, text: string | number | null | undefined, value?: ReactNode): Fact | undefined {
  return text ? { name, value: value ?? <bdi>{text}</bdi> } : undefined;
}

/** The requestor, with a link to its other requests. */
function Wallet({ of: { requestor_name: name, requestor_id: requestor } }: { of: ProvisioningDecision }) {
  return (
    <>
      <bdi>{name}</bdi>{' '}
      <Link to="/token-requests" search={{ requestor }}>
        {code(requestor)}
      </Link>
    </>
  );
}
