import { defineFlat } from '../operation.ts';
import { EcommerceRequest, EcommerceResponse } from './ecommerce-message.ts';

export const authorizeEcommerce = defineFlat({
  id: 'authorization.authorize-ecommerce',
  title: 'E-commerce authorization',
  reference: 'docs/interface/authorization-message.md#request',
  path: '/authorizations/Ecommerce',
  scope: 'authorizations:write',
  request: EcommerceRequest,
  response: EcommerceResponse,
});
