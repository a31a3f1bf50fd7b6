import { defineFlat } from '../operation.ts';
import { EcommerceRequest, EcommerceResponse } from './ecommerce-message.ts';

export const authorizeEcommerce = defineFlat({
  id: 'authorization.authorize-ecommerce',
  sdk: 'authorizations.ecommerce',
  title: 'E-commerce authorization',
  description:
    'Decides an e-commerce message of the card network: approved or declined, by all rules of the card and its account. The decision is stored before it is answered. A decline is an answer with HTTP 200 and its Action_Code; what cannot be decided has the same shape.',
  reference: 'docs/interface/authorization-message.md#request',
  path: '/authorizations/Ecommerce',
  scope: 'authorizations:write',
  request: EcommerceRequest,
  response: EcommerceResponse,
});
