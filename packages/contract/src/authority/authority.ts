import type { Operation } from '../operation.ts';
import type { FormatName } from '../schema/formats.ts';

/**
 * The source of a statement in the reference: the interface that Cardwright implements, or Cardwright itself where the
 * interface is silent. Other implementations follow the interface, but may have chosen differently where it is silent.
 */
export type Authority = 'interface' | 'ours';

/** Operations that the interface describes. Cardwright adds all others. */
const OF_THE_INTERFACE: readonly string[] = [
  'clients.create-client',
  'restrictions.set-restriction',
  'card-settings.update-settings',
  'card-settings.get-settings',
  'insurance.list-programs',
  'insurance.read-program',
  'authorization.authorize-ecommerce',
  'receiver.receive-token-notification',
  'merchants.onboard-merchants',
];

export function operationAuthority({ id }: Pick<Operation, 'id'>): Authority {
  return OF_THE_INTERFACE.includes(id) ? 'interface' : 'ours';
}

/** A property of a field that a field table states. */
export type Aspect = 'presence' | 'type' | 'maximum' | 'minimum' | 'values' | 'format';

/**
 * Lengths, values or a whole field that an operation of the interface leaves open, and that Cardwright therefore
 * defines.
 */
interface SettledTopic {
  readonly aspects: readonly Aspect[];
  readonly paths: RegExp;
  /** Paths for which the interface itself makes the statement. */
  readonly but?: RegExp;
}

const ALL: readonly Aspect[] = ['presence', 'type', 'maximum', 'minimum', 'values', 'format'];
const CARD_SETTINGS: readonly SettledTopic[] = [
  { aspects: ALL, paths: /cardFeatureChecksum$/ },
  // The interface says "values such as OFF and ON_FOR_ONE".
  { aspects: ['values'], paths: /Status$/ },
  {
    aspects: ['maximum'],
    paths: /^(body\.)?(cardSettings\.|appName)/,
    but: /\.(canActivate|cardPresentAllowSpecificForeign|permission\d|cardNotPresentStatus|cardPresentStatus|cardPresentAllowForeignEnd)$/,
  },
];

const SETTLED_TOPICS: Readonly<Record<string, readonly SettledTopic[]>> = {
  'card-settings.update-settings': CARD_SETTINGS,
  'card-settings.get-settings': [
    { aspects: ['maximum', 'format', 'values', 'type'], paths: /./, but: /^(header|body\.accountNumber)|canActivate$/ },
  ],
  // The payloads of the interface exceed its own maxima: docs/interface/clients.md#mirrored
  'clients.create-client': [{ aspects: ['maximum'], paths: /^answer\./ }],
  'merchants.onboard-merchants': [
    // The interface shows no answer and only a few lengths.
    { aspects: ALL, paths: /^answer\./ },
    {
      aspects: ['maximum', 'minimum'],
      paths: /./,
      but: /(terminalName|mcc|countryCode|state|applications|merchants|addresses)$/,
    },
    { aspects: ['presence'], paths: /validateOnly$/ },
    { aspects: ['values'], paths: /validateOnly|amendmentList/ },
  ],
  'insurance.read-program': [{ aspects: ALL, paths: /^answer\./ }],
  'restrictions.set-restriction': [{ aspects: ['presence'], paths: /allowed_values$/ }],
};

/**
 * Formats that the interface's own tables name. For any other field, the interface accepts every text of the right
 * length.
 */
const FORMATS_OF_THE_INTERFACE: readonly FormatName[] = [
  'date',
  'digits',
  'utc-time',
  'padded-amount',
  'offset-time-or-empty',
  'country-alpha-3',
  'merchant-category',
  'hour-minute',
];

/** Returns the source of a statement about the field at a request path. Paths of an answer begin with `answer.`. */
export function fieldAuthority(
  operation: Pick<Operation, 'id'>,
  path: string,
  aspect: Aspect,
  format?: FormatName | undefined,
): Authority {
  if (operationAuthority(operation) === 'ours') return 'ours';
  const plain = path.replace(/\[\d*\]/g, '');
  const settled = (SETTLED_TOPICS[operation.id] ?? []).some(
    ({ aspects, paths, but }) => aspects.includes(aspect) && paths.test(plain) && !but?.test(plain),
  );
  if (settled) return 'ours';
  if (aspect !== 'format') return 'interface';
  return format !== undefined && FORMATS_OF_THE_INTERFACE.includes(format) ? 'interface' : 'ours';
}
