// A position that came in the address.

import { t } from "../i18n";
import { decodeShare } from "../model/share";
import { addLine, emptyTree, ROOT } from "../model/tree";
import { analyse } from "./analyse";
import { infoLoaded, standardSetup } from "./app";
import { toast } from "./toasts";

/** Shows it; which boards its game has is known once the server has told. */
export async function openShared(text: string): Promise<void> {
  await infoLoaded;
  const shared = decodeShare(text, standardSetup);
  if (!shared) {
    toast(t("share.bad"), { kind: "bad" });
    return;
  }
  const { tree, id } = addLine(emptyTree(), ROOT, shared.moves);
  analyse.adopt(shared.setup, tree, null, id);
}
