using TMPro;
using UdonSharp;
using UnityEngine;
using VRC.SDK3.Components;
using VRC.SDK3.Data;
using VRC.SDK3.StringLoading;
using VRC.SDKBase;
using VRC.Udon.Common.Interfaces;

[UdonBehaviourSyncMode(BehaviourSyncMode.None)]
public class AvatarShelf : UdonSharpBehaviour
{
    // …/world/list?sort=popular&limit=24&offset=0, then 24, 48, …: as many as you want to show
    [SerializeField] private VRCUrl[] pages;
    // The same pages of the static export; may be empty
    [SerializeField] private VRCUrl[] trustedPages;
    [SerializeField] private VRCAvatarPedestal[] pedestals;
    [SerializeField] private TextMeshProUGUI[] labels;
    [SerializeField] private TextMeshProUGUI status;

    private const float SpacingSeconds = 6f; // VRChat loads one text in five seconds
    private const float LongestWaitSeconds = 300f;
    private int page;
    private float waitSeconds = SpacingSeconds;
    private float mayLoadAt;
    private bool isLoading;
    private bool isScheduled;
    private bool usesTrusted;

    private void Start()
    {
        _Load();
    }

    public void _Next()
    {
        if (page + 1 < pages.Length) Turn(page + 1);
    }

    public void _Previous()
    {
        if (page > 0) Turn(page - 1);
    }

    private void Turn(int to)
    {
        page = to;
        _Load();
    }

    public void _Load()
    {
        if (isLoading || pages.Length == 0) return;
        float wait = mayLoadAt - Time.time;
        if (wait > 0f)
        {
            LoadIn(wait);
            return;
        }
        bool hasTrusted = usesTrusted && page < trustedPages.Length;
        isLoading = true;
        mayLoadAt = Time.time + SpacingSeconds;
        VRCStringDownloader.LoadUrl(hasTrusted ? trustedPages[page] : pages[page], (IUdonEventReceiver)this);
    }

    public void _LoadScheduled()
    {
        isScheduled = false;
        _Load();
    }

    private void LoadIn(float seconds)
    {
        if (isScheduled) return;
        isScheduled = true;
        SendCustomEventDelayedSeconds(nameof(_LoadScheduled), seconds + 0.1f);
    }

    public override void OnStringLoadSuccess(IVRCStringDownload download)
    {
        isLoading = false;
        string url = download.Url.Get();
        bool isCurrent = url == pages[page].Get()
            || (page < trustedPages.Length && url == trustedPages[page].Get());
        if (!isCurrent)
        {
            _Load(); // somebody turned the page meanwhile
        }
        else if (Show(download.Result))
        {
            waitSeconds = SpacingSeconds;
            status.text = "";
        }
        else
        {
            TryAgain("The answer cannot be read");
        }
    }

    public override void OnStringLoadError(IVRCStringDownload download)
    {
        isLoading = false;
        // An untrusted address also causes an error; the export has the same pages
        if (!usesTrusted && trustedPages.Length > 0) usesTrusted = true;
        TryAgain(download.ErrorCode == 429 ? "Too many requests" : download.Error);
    }

    private void TryAgain(string reason)
    {
        status.text = reason;
        mayLoadAt = Time.time + waitSeconds;
        LoadIn(waitSeconds);
        waitSeconds = Mathf.Min(waitSeconds * 2f, LongestWaitSeconds);
    }

    // VRCJson parses nested values on first access, so every step may fail and is checked
    private bool Show(string text)
    {
        if (!VRCJson.TryDeserializeFromJson(text, out DataToken root)) return false;
        if (root.TokenType != TokenType.DataDictionary) return false;
        if (!root.DataDictionary.TryGetValue("avatars", TokenType.DataList, out DataToken list)) return false;
        DataList avatars = list.DataList;
        for (int i = 0; i < pedestals.Length; i++)
        {
            bool isThere = avatars.TryGetValue(i, TokenType.DataDictionary, out DataToken avatar);
            string id = isThere ? TextOf(avatar.DataDictionary, "id") : "";
            pedestals[i].gameObject.SetActive(id != "");
            if (id != "") pedestals[i].SwitchAvatar(id);
            if (i < labels.Length) labels[i].text = id == "" ? "" : TextOf(avatar.DataDictionary, "name");
        }
        return true;
    }

    private string TextOf(DataDictionary from, string key)
    {
        return from.TryGetValue(key, TokenType.String, out DataToken value) ? value.String : "";
    }
}
