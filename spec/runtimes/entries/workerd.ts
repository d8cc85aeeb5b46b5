import { runSuite } from "../suite/run_suite.ts";
import { show } from "../suite/show.ts";

// What workerd runs: the suite on each request, as timers and streams belong to one.
// biome-ignore lint/style/noDefaultExport: workerd looks for it
export default {
  async fetch(): Promise<Response> {
    try {
      return Response.json(await runSuite());
    } catch (error) {
      return new Response(show(error), { status: 500 });
    }
  },
};
