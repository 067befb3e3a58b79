// A position that came in the address.

import { t } from "../i18n";
import { decodeShare } from "../model/share";
import { addLine, emptyTree, ROOT } from "../model/tree";
import { analyse } from "./analyse";
import { toast } from "./toasts";

export function openShared(text: string): void {
  const shared = decodeShare(text);
  if (!shared) {
    toast(t("share.bad"), { kind: "bad" });
    return;
  }
  const { tree, id } = addLine(emptyTree(), ROOT, shared.moves);
  analyse.adopt(shared.setup, tree, null, id);
}
