import { defineFlat } from '../operation.ts';
import { EcommerceRequest, EcommerceResponse } from './ecommerce-message.ts';

export const authorizeEcommerce = defineFlat({
  id: 'authorization.authorize-ecommerce',
  sdk: 'authorizations.ecommerce',
  title: 'Authorize an e-commerce payment',
  description:
    'Approves or declines an e-commerce message of the card network under all rules of the card and its account. The decision is stored before the response is sent. A decline has HTTP status 200 and an Action_Code. A message that cannot be decided gets a response of the same format.',
  reference: 'docs/interface/authorization-message.md#request',
  path: '/authorizations/Ecommerce',
  scope: 'authorizations:write',
  request: EcommerceRequest,
  response: EcommerceResponse,
});
