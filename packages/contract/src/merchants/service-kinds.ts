import {
  decimal,
  discriminatedUnion,
  each,
  flag,
  list,
  MAX_ENTRIES,
  mapOf,
  oneOf,
  optional,
  record,
  text,
} from '../schema/fields.ts';
import { listOfValues } from '../schema/tolerances.ts';
import { currencyField, emailField, feeField, LENGTHS, nameField } from './merchant-fields.ts';
import * as values from './merchant-values.ts';

const serviceType = () => text(LENGTHS.name, { fieldComponent: 'ServiceCode', fieldFormat: 'service-code' });
const person = () => ({ firstName: nameField(), lastName: nameField(), email: emailField() });

const DccService = record(
  {
    serviceType: serviceType(),
    dccProvider: oneOf(values.DCC_PROVIDERS),
    dccSettlementFrequency: optional(oneOf(values.DCC_SETTLEMENT_FREQUENCIES)),
    daysOfMonth: optional(decimal(LENGTHS.rate)),
    ...each(['dccAcquirerRate', 'dccMerchantMarkupRate', 'dccMarkupRate'], feeField),
  },
  { component: 'DccService' },
);
const SelfService = record({ serviceType: serviceType(), ...person() }, { component: 'SelfService' });
const McpService = record({ serviceType: serviceType() }, { component: 'McpService' });
const NgoService = record(
  {
    serviceType: serviceType(),
    organizationName: optional(nameField()),
    channels: optional(oneOf(values.NGO_CHANNELS, { tolerances: [listOfValues(values.NGO_CHANNELS)] })),
    currencyLimits: optional(mapOf('currency', decimal(18), { description: 'Limit for each currency' })),
    paymentMethodCurrenciesMap: optional(
      mapOf('service-code', list(currencyField(), { maxItems: MAX_ENTRIES }), {
        description: 'Currencies of each payment method',
      }),
    ),
    propositionServices: optional(list(serviceType(), { maxItems: MAX_ENTRIES })),
    enable3DS: optional(flag({ description: 'Whether 3-D Secure is enabled; default false' })),
    user: record({ ...person(), mobile: optional(text(LENGTHS.short)) }),
  },
  { component: 'NgoService' },
);
/** The 3-D Secure service, whose code the interface omits. Of the members of other services, it has only the type. */
const ThreeDSecureService = record({ serviceType: serviceType() }, { component: 'ThreeDSecureService' });

/** One of the five kinds, which serviceType selects. */
export const MerchantService = discriminatedUnion(
  'serviceType',
  { DCC: DccService, SELF_SERVICE: SelfService, MCP: McpService, NGO: NgoService },
  ThreeDSecureService,
);
