export { Codec } from './codec.ts';
export type { DecodeResult } from './decode.ts';
export { describeFields, describeMessage, type FieldDescription } from './describe.ts';
export { type FrameHandlers, FrameReader } from './frame-reader.ts';
export { answerTpdu, emptyFrame, encodeFrame } from './frame-writer.ts';
export { FRAME_REASONS, type Frame, type FrameFault, type FrameLength, type Framing, LENGTHS } from './framing.ts';
export { loadSpecification, SpecificationError } from './load-specification.ts';
export { describeMalformed, FieldError, type Malformed, REASONS, type Reason } from './malformed.ts';
export { maskCardNumbers, maskPan } from './mask.ts';
export { Message } from './message.ts';
export { describeMessageType, responseType } from './message-type.ts';
export { NETWORK_FUNCTIONS } from './network-functions.ts';
export {
  BUILT_IN_NAMES,
  type BuiltInName,
  type Encoding,
  type Field,
  FORMATS,
  type Format,
  type Prefix,
  type Specification,
  type SpecificationFile,
  SpecificationSchema,
} from './specification.ts';
export { SPECIFICATIONS } from './specifications/built-in.ts';
