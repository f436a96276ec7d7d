import { define, optional } from './define-setting.ts';
import { publicAddress, secretText, wholeNumber } from './setting.ts';

/** The settings for monitoring the service. */
export const telemetrySettingList = {
  metricsPort: define(
    'UNDERSTUDY_METRICS_PORT',
    'metricsPort',
    optional(wholeNumber(0, 65_535)),
    null,
    'A separate port for /metrics, on the address in HOST. With 0, the system chooses a free port. If neither a port nor a token is set, there are no metrics.',
  ),
  metricsToken: define(
    'UNDERSTUDY_METRICS_TOKEN',
    'metricsToken',
    optional(secretText(1_000, 16)),
    null,
    'The bearer token that Prometheus must send. If UNDERSTUDY_METRICS_PORT is not set, this setting serves /metrics on the main port. Otherwise, the token protects the separate port.',
    { isSecret: true },
  ),
  tracesEndpoint: define(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'tracesEndpoint',
    optional(publicAddress()),
    null,
    'The address of the collector. The service sends traces to its /v1/traces as OTLP over HTTP. Without this setting, the service sends no traces.',
  ),
  tracesPercent: define(
    'UNDERSTUDY_TRACES_PERCENT',
    'tracesPercent',
    wholeNumber(0, 100),
    100,
    'The percentage of requests that are traced if the caller sends no traceparent. If the caller sends one, its sampled flag determines this.',
  ),
};
