import { loadBundle } from "./bundle/load_bundle.js";

const message = (tag, body) => new TextEncoder().encode(String.fromCharCode(tag) + JSON.stringify(body));

const { default: worker } = await loadBundle(process.argv[2]);
const body = new ReadableStream({
  start(controller) {
    controller.enqueue(message(0, { method: "notifications/tools/list_changed" }));
    controller.enqueue(message(1, { code: 1, message: "gone" }));
    controller.close();
  },
});
const response = await worker.fetch(new Request("http://worker.test/", { method: "POST", body, duplex: "half" }));
const text = await response.text();
const expected =
  '{"seen":["notifications/tools/list_changed","gone"],"ending":{"kind":"failed","frames":1,"error":{"code":1,"message":"gone"}}}';
if (text !== expected) throw new Error(`It answers ${text}`);
console.log("ok: one request");
